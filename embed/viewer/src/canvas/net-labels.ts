/** Tags: where a wire that is drawn as its name ends, and where it goes on. */

import type { Side } from '../faces/shape.ts'
import { nameOf, TAG, tagWidth } from '../layout/net-labels.ts'
import type { Box, Placement } from '../layout/placement.ts'
import type { Point } from '../layout/wires.ts'
import type { Scene, SceneLink } from '../scene/scene.ts'
import { label, svg } from '../svg.ts'

/** One tag at a pin. */
export interface TagPlace {
  link: SceneLink
  name: string
  stub: [Point, Point] // from the pin to the tag
  box: Box
  outline: string
  text: Point & { anchor: 'start' | 'middle' }
}

/** The tags of a scene: one at the source of each wire that is drawn as a name, and one at each of its other ends. */
export function tagPlaces(scene: Scene, placement: Placement): TagPlace[] {
  const named = scene.links.filter((link) => !placement.links.has(link.key))
  if (named.length === 0) return []
  const sides = new Map<string, Side>()
  for (const n of scene.nodes) {
    n.shape.pins.forEach((p, i) => {
      sides.set(n.pins[i]?.key ?? '', p.side)
    })
  }
  const places: TagPlace[] = []
  const sources = new Set<string>()
  for (const link of named) {
    const name = nameOf(scene, link)
    const from = placement.pins.get(link.source)
    const to = placement.pins.get(link.target)
    if (from && !sources.has(link.source)) places.push(tagAt(link, name, from, 'east'))
    sources.add(link.source)
    // the outputs of a frame are reached from inside it
    if (to) places.push(tagAt(link, name, to, sides.get(link.target) ?? 'west'))
  }
  return places
}

/** A tag that points the way the signal goes: away from a source on its east side, and towards any other pin. */
function tagAt(link: SceneLink, name: string, pin: Point, side: Side): TagPlace {
  const { stub, height, tip } = TAG
  const width = tagWidth(name) - stub
  const half = height / 2
  if (side === 'south') {
    const y = pin.y + stub
    const box = { x: pin.x - width / 2, y, width, height }
    const outline = `M${box.x} ${y}H${box.x + width}V${y + height}H${box.x}Z`
    return { link, name, stub: [pin, { x: pin.x, y }], box, outline, text: { x: pin.x, y: y + half, anchor: 'middle' } }
  }
  const left = side === 'east' ? pin.x + stub : pin.x - stub - width
  const right = left + width
  const outline = `M${left} ${pin.y - half}H${right - tip}L${right} ${pin.y}L${right - tip} ${pin.y + half}H${left}Z`
  return {
    link,
    name,
    stub: [pin, { x: side === 'east' ? left : right, y: pin.y }],
    box: { x: left, y: pin.y - half, width, height },
    outline,
    text: { x: left + tip, y: pin.y, anchor: 'start' },
  }
}

/** The elements of a tag: what shows the value, and the name. */
export function drawTag(place: TagPlace, kind: string): { shape: SVGPathElement; name: SVGTextElement } {
  const { x, y, anchor } = place.text
  return {
    shape: svg('path', { class: `tag ${kind}`, d: place.outline }),
    name: label(place.name, x, y + 3.5, 'tag-name', anchor),
  }
}
