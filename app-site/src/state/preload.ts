import { Sandbox } from '../engine.ts'
import { sandboxOrigin } from './sandbox-origin.ts'

/**
 * The page's one sandbox. It is opened before the rest of the page is even loaded, because the engine takes longest;
 * a page whose address asks for nothing that could run opens none.
 */
export function earlySandbox(): Promise<Sandbox> {
  opening ??= sandboxOrigin().then((origin) => new Sandbox({ origin, editing: true }))
  return opening
}

let opening: Promise<Sandbox> | undefined
