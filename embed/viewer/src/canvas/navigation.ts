/** Moving the focus with the arrow keys. */
import type { Box } from '../layout/placement.ts'
import type { SceneNode } from '../scene/scene.ts'

/** The nearest node in the direction of an arrow key; what lies straight ahead is nearer than what lies aside. */
export function nearest(
  nodes: readonly SceneNode[],
  place: (node: SceneNode) => Box | undefined,
  from: SceneNode,
  key: string,
): SceneNode | undefined {
  const here = place(from)
  if (!here) return undefined
  const horizontal = key === 'ArrowLeft' || key === 'ArrowRight'
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  let best: { distance: number; node: SceneNode } | undefined
  for (const node of nodes) {
    const box = node === from ? undefined : place(node)
    if (!box) continue
    const dx = box.x + box.width / 2 - here.x - here.width / 2
    const dy = box.y + box.height / 2 - here.y - here.height / 2
    const along = sign * (horizontal ? dx : dy)
    if (along <= 4) continue
    const distance = along + 2 * Math.abs(horizontal ? dy : dx)
    if (!best || distance < best.distance) best = { distance, node }
  }
  return best?.node
}
