import { keepFiles, onNewRelease } from '@simten/offline/keep'
import type { Connection } from './connect.ts'
import { loadSetting, saveSetting } from './draft.ts'
import { earlySandbox } from './preload.ts'
import type { Session } from './session.ts'
import type { AppState } from './state.ts'
import type { Store } from './store.ts'

/** Milliseconds from the first live circuit until the browser is asked to keep the files. */
const REST = 3_000
/** The setting that says that the visitor was told. */
const TOLD = 'works-offline'

/** Milliseconds from its start until a page without a run of its own has the files kept. */
const UNHURRIED = 8_000

/**
 * Has the browser keep the files of a page that is read, such as the reference: its circuits come first. The sandbox
 * is opened where it is not yet, since it keeps the files of its own origin, without which no circuit would run.
 */
export function keepFilesLater(): void {
  if (window.parent !== window) return
  setTimeout(async () => {
    if (await keepFiles()) await earlySandbox()
  }, UNHURRIED)
}

/**
 * Has the browser keep the page's files once its first circuit is live, tells the visitor once when both origins work
 * without a network, and notes a new release in the state.
 */
export function keepFilesOf(
  store: Store<AppState>,
  session: Pick<Session, 'say'>,
  connection: Pick<Connection, 'onKept'>,
): void {
  if (window.parent !== window) return // a stranger's page keeps nothing here
  const sandbox = new Promise<void>((resolve) => {
    connection.onKept = resolve
  })
  const end = store.subscribe(({ compiled, foreign, health }) => {
    if (!compiled || foreign || health.state !== 'ready') return
    end()
    setTimeout(async () => {
      const registration = await keepFiles()
      if (!registration) return
      onNewRelease(registration, (newRelease) => store.update({ newRelease }))
      await sandbox
      store.update({ worksOffline: true })
      if (loadSetting(TOLD) !== undefined) return
      saveSetting(TOLD, 'yes')
      session.say('Ready to work offline.')
    }, REST)
  })
}
