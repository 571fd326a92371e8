import { loadSetting, safeStorage, saveSetting } from './draft.ts'
import type { DockTab } from './state.ts'

/** The tabs of the panel, in their order. */
export const dockTabs: readonly DockTab[] = ['problems', 'wave', 'debug', 'why', 'compare', 'console', 'sandbox']

/** Shares of the window before anybody has moved them: the text's width, and the height above the panel. */
export const initialSplit = 0.42
export const initialDock = 0.78

/** How the user has arranged the editor page. It is kept in the browser for the next visit. */
export class PageLayout {
  private splitShare: number
  private dockShare: number
  private isDockOpen: boolean

  constructor(private readonly storage = safeStorage()) {
    this.splitShare = share(loadSetting('split', storage), initialSplit)
    this.dockShare = share(loadSetting('dock', storage), initialDock)
    this.isDockOpen = loadSetting('dock-open', storage) === 'yes'
  }

  /** The share of the window's width that the text has. */
  get split(): number {
    return this.splitShare
  }

  /** The share of the window's height that is above the panel. */
  get dock(): number {
    return this.dockShare
  }

  get dockOpen(): boolean {
    return this.isDockOpen
  }

  /** The tab that was shown last. */
  get tab(): DockTab {
    return dockTabs.find((tab) => tab === loadSetting('dock-tab', this.storage)) ?? 'problems'
  }

  /** A tab is remembered also where it was shown before: another page may have kept another. */
  keepTab(tab: DockTab): void {
    saveSetting('dock-tab', tab, this.storage)
  }

  moveSplit(value: number): void {
    this.splitShare = Math.min(Math.max(value, 0.15), 0.85)
    saveSetting('split', String(this.splitShare), this.storage)
  }

  moveDock(value: number): void {
    this.dockShare = Math.min(Math.max(value, 0.3), 0.9)
    saveSetting('dock', String(this.dockShare), this.storage)
  }

  toggleDock(): void {
    this.isDockOpen = !this.isDockOpen
    saveSetting('dock-open', this.isDockOpen ? 'yes' : 'no', this.storage)
  }
}

/** A stored share of the window, or the start value when there is none or nonsense. */
function share(text: string | undefined, initial: number): number {
  const value = Number(text)
  return text !== undefined && value > 0 && value < 1 ? value : initial
}
