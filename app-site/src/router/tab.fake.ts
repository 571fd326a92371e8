import type { Tab } from './draft-history.ts'

/** The history of a tab, as a browser keeps it. */
export class FakeTab implements Tab {
  private entries: { state: unknown; address: string }[]
  private at = 0

  constructor(address = '/') {
    this.entries = [{ state: null, address }]
  }

  private get here() {
    return this.entries[this.at] ?? { state: null, address: '/' }
  }

  get location() {
    const { pathname, search, hash } = new URL(this.here.address, 'http://page')
    return { pathname, search, hash }
  }

  get history() {
    return {
      state: this.here.state,
      pushState: (state: unknown, _: string, address?: string | URL | null) => {
        this.entries = [...this.entries.slice(0, this.at + 1), { state, address: String(address) }]
        this.at++
      },
      replaceState: (state: unknown, _: string, address?: string | URL | null) => {
        this.entries[this.at] = { state, address: address == null ? this.here.address : String(address) }
      },
    }
  }

  go(steps: number): void {
    this.at += steps
  }
}
