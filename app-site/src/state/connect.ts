import type { Sandbox, Slot, Status } from '../engine.ts'
import { withRefused } from './policy-violations.ts'
import { earlySandbox } from './preload.ts'
import type { Session } from './session.ts'
import type { AppState } from './state.ts'
import type { Store } from './store.ts'

/** The page's one sandbox and the slot in which its circuit runs. */
export class Connection {
  private readonly store: Store<AppState>
  private readonly session: Session
  private readonly changed: () => void
  private sandbox: Sandbox | undefined
  private current: Slot | undefined
  /** Called when values changed; draws are bundled by the caller. */
  onFrame: () => void = () => undefined
  /** Called when the run has changed: its cycle, speed or state. */
  onStatus: () => void = () => undefined
  /** The browser keeps the sandbox's files. */
  onKept: () => void = () => undefined
  /** A run was paused: at the cycle that it was sent to, or by a breakpoint. */
  onHit: (cycle: number, wanted: boolean) => void = () => undefined

  constructor(store: Store<AppState>, session: Session, changed: () => void) {
    this.store = store
    this.session = session
    this.changed = changed
  }

  /** Where the sandbox is, once it is known. */
  get origin(): string {
    return this.sandbox?.origin ?? ''
  }

  get slot(): Slot | undefined {
    return this.current
  }

  /** Another slot of the sandbox, for a run beside that of the page; undefined while there is no sandbox. */
  beside(name: string): Slot | undefined {
    return this.sandbox?.slot(name)
  }

  /** Opens the sandbox, or tries again after it could not be reached. The circuit's slot stays the same. */
  async open(): Promise<void> {
    if (this.sandbox) {
      this.sandbox.retry()
      this.session.compileNow()
      return
    }
    const sandbox = await earlySandbox()
    this.sandbox = sandbox
    sandbox.onHealth((health) => this.store.update({ health }))
    sandbox.onRefused((error) => this.store.update({ refused: withRefused(this.store.state.refused, error) }))
    sandbox.onKept(() => this.onKept())
    this.store.update({ health: sandbox.health, misplaced: sandbox.misplaced })
    const slot = sandbox.slot('main')
    this.current = slot
    slot.on('frame', () => this.onFrame())
    slot.on('status', (status) => this.status(status))
    slot.on('progress', (progress) => this.session.progressed(progress))
    slot.on('hit', (status) => this.onHit(status.cycle, slot.goal === status.cycle))
    slot.on('stopped', (error) => this.session.stopped(error))
    slot.on('revived', (error) => {
      if (!error && this.store.state.compiled)
        this.session.say('The engine was restarted; your circuit is back where it was.')
    })
    slot.on('fetching', (fetching) => this.session.waitsFor(fetching))
    slot.on('warnings', (warnings) => this.session.warned(warnings))
    this.session.attach(slot)
    this.changed()
  }

  private status(status: Status): void {
    this.onStatus()
    // A run that goes on after a failure has left the failure behind.
    if (status.running && this.store.state.failure) this.session.clearFailure()
    this.store.update({ status })
  }
}
