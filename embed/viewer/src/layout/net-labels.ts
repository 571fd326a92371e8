/**
 * Wires that are drawn as names: as on a large schematic, a wire that would run far ends at a tag with its name, and
 * comes out of a tag of the same name elsewhere.
 */

import { joinPath, shownPath } from '@simten/client/path'
import { shorten, textWidth } from '../faces/text.ts'
import type { Scene, SceneLink } from '../scene/scene.ts'
import { crossings, type Span, spans } from './crossings.ts'

/**
 * The layers that the wires of a picture may pass in all (see `crossings`) before the long ones become names. Beyond it
 * a picture is mostly wires that run past, and its layout takes from seconds to minutes.
 */
const MAX_PASSED = 1200
/** Wires that end further away than this, in layers, are names then. */
const NEAR = 3
/** So are all wires of a net that has more ends than this: a clock enable, a constant. */
const MAX_ENDS = 8
/** Layers in a row; a wire from one row to another is a name. A long chain becomes some rows, one below the other. */
const ROW = 16

/** The tag of a named wire, in the picture's units. */
export const TAG = { stub: 6, height: 15, size: 10.5, tip: 5 }

/** The keys of the links that are drawn as names: none in a picture that can be read without. */
export function namedLinks(scene: Scene): ReadonlySet<string> {
  const where = spans(scene)
  if (crossings(where) <= MAX_PASSED) return new Set()
  const ends = new Map<string, number>()
  for (const { source } of scene.links) ends.set(source, (ends.get(source) ?? 0) + 1)
  const row = (layer: number): number => Math.floor(Math.max(0, layer) / ROW)
  const far = ({ from, to }: Span): boolean => Math.abs(to - from) > NEAR || row(from) !== row(to)
  return new Set(
    scene.links
      .filter(({ key, source }) => {
        const span = where.get(key)
        return span && (far(span) || (ends.get(source) ?? 0) > MAX_ENDS)
      })
      .map((link) => link.key),
  )
}

/** The name of a wire within its scene: that of the port which drives it. */
export function nameOf(scene: Scene, link: SceneLink): string {
  const path = shownPath(link.path)
  const level = link.parent === '' ? joinPath(scene.path) : (scene.frame?.path ?? '')
  return shorten(level !== '' && path.startsWith(`${level}.`) ? path.slice(level.length + 1) : path, 18)
}

/** The room that a tag takes beside its pin. */
export function tagWidth(name: string): number {
  return TAG.stub + 2 * TAG.tip + textWidth(name, TAG.size) + 4
}
