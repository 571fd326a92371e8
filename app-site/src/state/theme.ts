import { loadSetting, saveSetting } from './draft.ts'

/** `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

export function loadTheme(): Theme {
  const saved = loadSetting('theme')
  return saved === 'light' || saved === 'dark' ? saved : 'system'
}

/** Shows and keeps a theme. public/theme.js reads the same setting before the first paint. */
export function applyTheme(theme: Theme): void {
  saveSetting('theme', theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
