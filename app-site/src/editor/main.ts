import { earlySandbox } from '../state/early.js'

void earlySandbox()
await import('../elements/editor-page.js')
