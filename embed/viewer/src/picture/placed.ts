/** From a compiled circuit to its picture. */

import type { Arrangement } from '../layout/arrangement.ts'
import { MAX_NODES } from '../layout/graph.ts'
import type { Layouter } from '../layout/layout.ts'
import type { CompileResult, Values } from '../protocol.ts'
import { buildScene } from '../scene/scene.ts'
import { picture } from './picture.ts'
import type { Theme } from './sheet.ts'

/** The room that every picture is made for: the same circuit has the same picture, whatever window it is seen in. */
const ROOM = { width: 954, height: 596 }

/** The request for a picture. */
export interface PictureRequest {
  readonly compiled: CompileResult
  /** Node ids from the top to the level that is drawn. */
  readonly path: string[]
  readonly values?: Values | undefined
  readonly theme: Theme
  readonly cycle?: number | undefined
  /** Places that a person gave to parts. */
  readonly arrangement?: Arrangement | undefined
}

/** Makes the picture of a level. It rejects when there is no such level, or when it is too large to be laid out. */
export async function pictureOf(request: PictureRequest, layouter: Layouter, signal?: AbortSignal): Promise<string> {
  const { compiled, path, arrangement, ...rest } = request
  let scene = buildScene(compiled, path)
  if (scene.frame && scene.nodes.length > MAX_NODES) scene = buildScene(compiled, path, true)
  const placement = await layouter.layout(scene, ROOM, signal, arrangement)
  return picture({ ...rest, scene, placement })
}
