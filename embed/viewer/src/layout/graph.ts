/** From a scene to the input of ELK's layered algorithm. */
import type { ElkExtendedEdge, ElkNode, ElkPort, LayoutOptions } from 'elkjs/lib/elk-api'
import { textWidth } from '../faces/text.ts'
import type { Scene, SceneNode } from '../scene/scene.ts'
import { namedLinks, nameOf, TAG, tagWidth } from './net-labels.ts'

/** A picture of more nodes than this is not laid out: it would take long and nobody could read it. */
export const MAX_NODES = 2500

const CAPTION_HEIGHT = 16
/** Between the sides of a frame and what is in it. */
const FRAME_SIDE = 28

/** Pictures of more nodes are searched less, and whole segments of wires are placed at once: a quarter of the time. */
const MAX_EXACT = 300

/**
 * `aspect` breaks a long row of layers into several rows, one below the other, so that the picture is about so many
 * times as wide as high.
 */
function options(nodes: number, aspect: number | undefined): LayoutOptions {
  const many = nodes > MAX_EXACT
  return {
    'elk.algorithm': 'layered',
    'elk.direction': 'RIGHT',
    'elk.edgeRouting': 'ORTHOGONAL',
    'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
    'elk.json.shapeCoords': 'ROOT',
    'elk.json.edgeCoords': 'ROOT',
    'elk.randomSeed': '1',
    'elk.padding': '[top=16,left=16,bottom=16,right=16]',
    'elk.spacing.nodeNode': '22',
    'elk.spacing.edgeNode': '16',
    'elk.spacing.edgeEdge': '12',
    'elk.spacing.portPort': '20',
    'elk.layered.spacing.nodeNodeBetweenLayers': '44',
    'elk.layered.spacing.edgeNodeBetweenLayers': '18',
    'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
    // declaration order decides wherever crossings do not, so that a picture changes little when a line is added
    'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
    'elk.layered.thoroughness': many ? '2' : '20',
    'elk.layered.nodePlacement.strategy': many ? 'LINEAR_SEGMENTS' : 'NETWORK_SIMPLEX',
    'elk.layered.nodePlacement.favorStraightEdges': 'true',
    'elk.layered.feedbackEdges': 'true',
    'elk.layered.unnecessaryBendpoints': 'false',
    ...(aspect === undefined
      ? {}
      : { 'elk.layered.wrapping.strategy': 'MULTI_EDGE', 'elk.aspectRatio': aspect.toString() }),
  }
}

const sides = { west: 'WEST', east: 'EAST', south: 'SOUTH' } as const

function elkNode(n: SceneNode, tags: ReadonlyMap<string, string>): ElkNode {
  const layoutOptions: LayoutOptions = { 'elk.portConstraints': 'FIXED_POS' }
  if (n.pins.some((p) => tags.has(p.key))) layoutOptions['elk.portLabels.placement'] = 'OUTSIDE'
  if (n.role === 'input') {
    layoutOptions['elk.layered.layering.layerConstraint'] = 'FIRST'
    layoutOptions['elk.alignment'] = 'RIGHT'
  } else if (n.role === 'output') {
    layoutOptions['elk.layered.layering.layerConstraint'] = 'LAST'
    layoutOptions['elk.alignment'] = 'LEFT'
  }
  const result: ElkNode = {
    id: n.key,
    width: n.shape.width,
    height: n.shape.height,
    layoutOptions,
    ports: n.shape.pins.map(
      (p, i): ElkPort => ({
        id: n.pins[i]?.key ?? '',
        x: p.x,
        y: p.y,
        width: 0,
        height: 0,
        layoutOptions: { 'elk.port.side': sides[p.side] },
        ...tagRoom(tags.get(n.pins[i]?.key ?? '')),
      }),
    ),
  }
  if (n.shape.caption !== '') {
    layoutOptions['elk.nodeLabels.placement'] = 'OUTSIDE V_BOTTOM H_CENTER'
    result.labels = [{ text: n.shape.caption, width: textWidth(n.shape.caption, 12), height: CAPTION_HEIGHT }]
  }
  return result
}

/** Keeps the room of a tag free. */
function tagRoom(name: string | undefined): Pick<ElkPort, 'labels'> {
  return name === undefined ? {} : { labels: [{ text: name, width: tagWidth(name), height: TAG.height }] }
}

/** The names of the tags by the pins where they stand: at both ends of every wire that is one. */
function tagsOf(scene: Scene, named: ReadonlySet<string>): Map<string, string> {
  const tags = new Map<string, string>()
  if (named.size === 0) return tags
  for (const link of scene.links) {
    if (!named.has(link.key)) continue
    const name = nameOf(scene, link)
    tags.set(link.source, name)
    tags.set(link.target, name)
  }
  return tags
}

/**
 * The graph for ELK: fixed pins on leaf nodes, ordered pins on the frame. It depends on nothing but the scene's
 * structure and on the aspect, which is the frame's, or the picture's when there is none.
 */
export function elkGraph(scene: Scene, aspect?: number): ElkNode {
  const named = namedLinks(scene)
  const tags = tagsOf(scene, named)
  const layoutOptions = options(scene.nodes.length, scene.frame ? undefined : aspect)
  const root: ElkNode = { id: 'root', layoutOptions, children: [], edges: [] }
  const children = root.children as ElkNode[]
  let frame: ElkNode | undefined
  for (const n of scene.nodes) if (n.parent === '' && n.role === 'input') children.push(elkNode(n, tags))
  if (scene.frame) {
    const f = scene.frame
    const room = (pins: readonly { key: string }[]): number =>
      FRAME_SIDE + Math.max(0, ...pins.map((p) => tagWidth(tags.get(p.key) ?? '') * Number(tags.has(p.key))))
    const count = Math.max(f.inputs.length, f.outputs.length)
    frame = {
      id: f.key,
      children: scene.nodes.filter((n) => n.parent === f.key).map((n) => elkNode(n, tags)),
      edges: [],
      ports: [
        ...f.inputs.map((p, i) => framePort(p.key, 'WEST', i)),
        // ELK counts clockwise: west ports from the bottom, east ports from the top
        ...f.outputs.map((p, i) => framePort(p.key, 'EAST', i)),
      ],
      layoutOptions: {
        ...options(scene.nodes.length, aspect),
        'elk.portConstraints': 'FIXED_ORDER',
        'elk.padding': `[top=44,left=${room(f.inputs)},bottom=18,right=${room(f.outputs)}]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE PORTS',
        'elk.nodeSize.minimum': `(${textWidth(f.component, 13) + 60},${40 + count * 24})`,
      },
    }
    reverseWest(frame)
    children.push(frame)
  }
  for (const n of scene.nodes) if (n.parent === '' && n.role !== 'input') children.push(elkNode(n, tags))
  for (const l of scene.links) {
    if (named.has(l.key)) continue
    const edge: ElkExtendedEdge = { id: l.key, sources: [l.source], targets: [l.target] }
    const home = l.parent !== '' && frame ? frame : root
    ;(home.edges as ElkExtendedEdge[]).push(edge)
  }
  return root
}

function framePort(id: string, side: 'WEST' | 'EAST', index: number): ElkPort {
  return { id, width: 0, height: 0, layoutOptions: { 'elk.port.side': side, 'elk.port.index': String(index) } }
}

/** Port indices run clockwise around a node, so the west side is numbered from the bottom, after the east side. */
function reverseWest(frame: ElkNode): void {
  const ports = frame.ports ?? []
  const west = ports.filter((p) => p.layoutOptions?.['elk.port.side'] === 'WEST')
  const east = ports.length - west.length
  west.forEach((p, i) => {
    if (p.layoutOptions) p.layoutOptions['elk.port.index'] = String(east + west.length - 1 - i)
  })
}
