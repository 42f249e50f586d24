import {
  type BaseNodeModel,
  CircleNode,
  CircleNodeModel,
  DiamondNode,
  DiamondNodeModel,
  h,
  type LogicFlow,
  type Model,
  PolylineEdge,
  PolylineEdgeModel,
  RectNode,
  RectNodeModel,
} from '@logicflow/core'
import { isNodeType, SIZES, shortType } from '../../model/names.ts'
import { EDGE_TYPE, type NodeType, TYPE_PREFIX } from '../../model/types.ts'
import { MIN_SIZE } from '../drawer/edit.ts'
import { landingsOf } from './landing.ts'
import { anchorsOf } from './large.ts'
import { anchorStyle, edgeStyle, type Fastening, icon, LINE_HEIGHT, label, nodeStyle } from './look.ts'
import { added, END_SOURCE, START_TARGET, targetRules } from './rules.ts'

const RADIUS = SIZES.start.width / 2
const SMALL = SIZES.decision.width
const ARROW = 'M0 0-10-4.5-10 4.5z'
/** labels below a small node may be wider than it */
const LABEL_WIDTH = 110

/** The type without the prefix, as the pictures know it. */
function typeOf(model: { type: string }): NodeType {
  const short = shortType(model.type)
  return isNodeType(short) ? short : 'task'
}

/** A size as it may stand in properties; what is no positive number is the default. */
export function sizeOf(value: unknown, otherwise: number): number {
  const size = Number(value)
  return value !== '' && value !== null && Number.isFinite(size) && size > 0 ? size : otherwise
}

/** Attributes that say which element stands there, and what it is for that which is being dragged. */
export function naming({ id, type, graphModel }: BaseNodeModel): LogicFlow.DomAttributes {
  const className = `ts-node ts-node-${shortType(type)}${landingsOf(graphModel).classOf(id)}`
  return { className, 'data-id': id }
}

class RoundModel extends CircleNodeModel {
  override setAttributes() {
    this.r = RADIUS
    this.resizable = false
  }
  override getNodeStyle() {
    const style = nodeStyle(this)
    return typeOf(this) === 'end' ? { ...style, strokeWidth: (style.strokeWidth ?? 1) + 1.5 } : style
  }
  override getOuterGAttributes() {
    return naming(this)
  }
  override get anchors(): Model.AnchorConfig[] {
    return anchorsOf(this, () => super.anchors)
  }
  override getAnchorStyle(anchor?: Fastening) {
    return anchorStyle(super.getAnchorStyle(anchor), this, anchor)
  }
  override getConnectedTargetRules() {
    const start = typeOf(this) === 'start' ? [START_TARGET] : []
    return added(super.getConnectedTargetRules(), [...start, ...targetRules(this)])
  }
  override getConnectedSourceRules() {
    const end = typeOf(this) === 'end' ? [END_SOURCE] : []
    return added(super.getConnectedSourceRules(), end)
  }
}

/** Two letters fit into the circle; a longer label hangs below it, with the picture inside. */
class RoundView extends CircleNode {
  override getText() {
    const { model } = this.props
    const { x, y, value } = model.text
    if (value.length > 0 && value.length <= 2) return label(value, { x, y, width: 2 * RADIUS, most: 1 })
    return h('g', {}, [
      icon(typeOf(model), model.x, model.y, 16),
      label(value, { x, y: y + RADIUS + 3, width: LABEL_WIDTH, most: 2, below: true }),
    ])
  }
}

class BoxModel extends RectNodeModel {
  override setAttributes() {
    this.width = sizeOf(this.properties.width, SIZES.task.width)
    this.height = sizeOf(this.properties.height, SIZES.task.height)
    this.minWidth = MIN_SIZE
    this.minHeight = MIN_SIZE
    this.radius = 6
  }
  override getNodeStyle() {
    return nodeStyle(this)
  }
  override getOuterGAttributes() {
    return naming(this)
  }
  override get anchors(): Model.AnchorConfig[] {
    return anchorsOf(this, () => super.anchors)
  }
  override getAnchorStyle(anchor?: Fastening) {
    return anchorStyle(super.getAnchorStyle(anchor), this, anchor)
  }
  override getConnectedTargetRules() {
    return added(super.getConnectedTargetRules(), targetRules(this))
  }
}

class BoxView extends RectNode {
  override getShape() {
    const { model } = this.props
    return h('g', {}, [
      super.getShape(),
      icon(typeOf(model), model.x - model.width / 2 + 14, model.y - model.height / 2 + 14, 16),
    ])
  }
  override getText() {
    const { model } = this.props
    const { x, y, value } = model.text
    const most = Math.max(1, Math.floor((model.height - 26) / LINE_HEIGHT))
    return label(value, { x, y: y + 6, width: model.width - 16, most })
  }
}

class DecisionModel extends DiamondNodeModel {
  override setAttributes() {
    this.rx = SMALL / 2
    this.ry = SMALL / 2
    this.resizable = false
  }
  override getNodeStyle() {
    return nodeStyle(this)
  }
  override getOuterGAttributes() {
    return naming(this)
  }
  override get anchors(): Model.AnchorConfig[] {
    return anchorsOf(this, () => super.anchors)
  }
  override getAnchorStyle(anchor?: Fastening) {
    return anchorStyle(super.getAnchorStyle(anchor), this, anchor)
  }
  override getConnectedTargetRules() {
    return added(super.getConnectedTargetRules(), targetRules(this))
  }
}

class DecisionView extends DiamondNode {
  override getText() {
    const { model } = this.props
    const { x, y, value } = model.text
    return h('g', {}, [
      icon('decision', model.x, model.y, 20),
      label(value, { x, y: y + SMALL / 2 + 2, width: LABEL_WIDTH, most: 2, below: true }),
    ])
  }
}

class GateModel extends RectNodeModel {
  override setAttributes() {
    this.width = SMALL
    this.height = SMALL
    this.radius = 10
    this.resizable = false
  }
  override getNodeStyle() {
    return nodeStyle(this)
  }
  override getOuterGAttributes() {
    return naming(this)
  }
  override get anchors(): Model.AnchorConfig[] {
    return anchorsOf(this, () => super.anchors)
  }
  override getAnchorStyle(anchor?: Fastening) {
    return anchorStyle(super.getAnchorStyle(anchor), this, anchor)
  }
  override getConnectedTargetRules() {
    return added(super.getConnectedTargetRules(), targetRules(this))
  }
}

class GateView extends RectNode {
  override getText() {
    const { model } = this.props
    const { x, y, value } = model.text
    return h('g', {}, [
      icon(typeOf(model), model.x, model.y, 26),
      label(value, { x, y: y + SMALL / 2 + 2, width: LABEL_WIDTH, most: 2, below: true }),
    ])
  }
}

class WayModel extends PolylineEdgeModel {
  override initEdgeData(data: LogicFlow.EdgeConfig) {
    super.initEdgeData(data)
    this.arrowConfig = { markerEnd: '', markerStart: '' }
  }
  override getEdgeStyle() {
    return { ...super.getEdgeStyle(), ...edgeStyle(this) }
  }
}

/**
 * With an arrow of its own: those of the library are found by the id of the edge, which breaks with two drawings on one
 * page and with ids that mean something in an address.
 */
class WayView extends PolylineEdge {
  override getEdge() {
    const { model } = this.props
    const [before, end] = this.getLastTwoPoints()
    const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI
    const landing = landingsOf(model.graphModel).classOf(model.id)
    return h('g', { className: `ts-way${landing}`, 'data-id': model.id }, [
      super.getEdge(),
      h('path', {
        d: ARROW,
        fill: model.getEdgeStyle().stroke,
        transform: `translate(${end.x} ${end.y}) rotate(${turn})`,
      }),
    ])
  }
}

const SHAPES: Record<Exclude<NodeType, 'subProcess'>, Pick<LogicFlow.RegisterConfig, 'model' | 'view'>> = {
  start: { model: RoundModel, view: RoundView },
  end: { model: RoundModel, view: RoundView },
  task: { model: BoxModel, view: BoxView },
  custom: { model: BoxModel, view: BoxView },
  wfSubProcess: { model: BoxModel, view: BoxView },
  decision: { model: DecisionModel, view: DecisionView },
  fork: { model: GateModel, view: GateView },
  join: { model: GateModel, view: GateView },
}

/** What is drawn, but for the foldable group. Workflow §1.2. */
export const ELEMENTS: LogicFlow.RegisterConfig[] = [
  ...Object.entries(SHAPES).map(([type, shape]) => ({ type: `${TYPE_PREFIX}${type}`, ...shape })),
  { type: `${TYPE_PREFIX}${EDGE_TYPE}`, model: WayModel, view: WayView },
]
