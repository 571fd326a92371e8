// A name that older public Simten had.

/**
 * A button that the user presses.
 *
 * Kept for older circuits; Switch is its successor. The canvas sets it while the button is held.
 *
 * @output out: bit — 1 while pressed
 * @option value = 0 — the position; a press changes it
 * @formula out = value ? 1 : 0
 * @example
 * ```ts
 * nodes: { go: Button, lamp: Led },
 * connect: ({ nodes: { go, lamp } }) => [go.out.to(lamp.in)]
 * ```
 */
export const Button = circuit('Button', {
  outputs: { out: bit },
  eval: ({ value = 0 }: { value?: number | boolean }) => ({ out: value ? 1 : 0 }),
  meta: { description: 'A button that the user presses.', category: 'input-output', icon: '🔘', interactiveArg: 'value' },
})
