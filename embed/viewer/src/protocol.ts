/** The types that the face uses of the protocol and of a running simulation. */
export type {
  Circuit,
  CircuitNode,
  CompileResult,
  Connection,
  DesignInfo,
  Diagnostic,
  Endpoint,
  Fix,
  PictureInfo,
  Pin,
  Port,
  PortType,
  Status,
} from '@simten/client/protocol.gen'

import type { Picture, State } from '@simten/client/states'

export type { Picture, State }

/** The values of a running simulation as the canvas reads them; the client's Values are such. */
export interface Values {
  /** The low 53 bits of a net. */
  number(net: number): number
  /** A net of any width. */
  bigint(net: number): bigint
  /** Wires of a net. */
  width(net: number): number
  /** The net of a signal path, "dut.sum". */
  net(path: string): number | undefined
  /** Whether anything drives a signal path. */
  driven(path: string): boolean
  /** Text state of a node (Console), by node path. */
  text(nodePath: string): string | undefined
  /** A state field that frames carry, by node path and name. */
  state?(nodePath: string, field: string): State | undefined
  /** The content of a display, by node path. */
  picture?(nodePath: string): Picture | undefined
}
