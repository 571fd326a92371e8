import { earlySandbox } from '../state/preload.ts'

void earlySandbox()
await import('../elements/editor-page/editor-page.ts')
