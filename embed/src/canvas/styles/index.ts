/** How the canvas looks. Later parts have the last word. */
import { faces } from './faces'
import { nodes } from './nodes'
import { overlays } from './overlays'
import { shell } from './shell'
import { wires } from './wires'

export const canvasStyles = [wires, nodes, faces, shell, overlays]
