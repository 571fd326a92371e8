import { earlySandbox } from '../state/early.ts'

void earlySandbox()
await import('../elements/editor-page.ts')
