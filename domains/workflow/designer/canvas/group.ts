import { type BaseEdgeModel, type BaseNodeModel, h, type LogicFlow, RectNodeModel } from '@logicflow/core'
import {
  DynamicGroupNode,
  DynamicGroupNodeModel,
  type IGroupNodeProperties,
} from '@logicflow/extension/es/dynamic-group/index.js'
import { FOLDED_SIZE, SIZES } from '../../model/names.ts'
import { TYPE_PREFIX } from '../../model/types.ts'
import { anchorStyle, type Fastening, icon, label, linesOf, nodeStyle } from './look.ts'
import { added, targetRules } from './rules.ts'
import { naming, sizeOf } from './shapes.ts'

const FOLDED = FOLDED_SIZE.width
const TITLE = 30

const realEdges = new WeakMap<BaseEdgeModel, string>()

/** The id of the real edge that one drawn to a folded group stands for; any other edge stands for itself. */
export function realEdge(edge: BaseEdgeModel): string {
  return realEdges.get(edge) ?? edge.id
}

/** An inline sub-process. It is built unfolded; the canvas folds it when all its children are there. Workflow §2.3. */
export class GroupModel extends DynamicGroupNodeModel {
  declare foldAtFirst: boolean

  override initNodeData(data: LogicFlow.NodeConfig<IGroupNodeProperties>) {
    const { properties = {} } = data
    this.foldAtFirst = properties.isCollapsed === true
    super.initNodeData({
      ...data,
      properties: {
        ...properties,
        width: sizeOf(properties.width, SIZES.subProcess.width),
        height: sizeOf(properties.height, SIZES.subProcess.height),
        isCollapsed: false,
      },
    })
    this.collapsedWidth = FOLDED
    this.collapsedHeight = FOLDED
    this.isRestrict = true
    this.radius = 6
    this.minWidth = 2 * FOLDED
    this.minHeight = 2 * FOLDED
  }

  /** The size in the properties is the unfolded one. */
  override setAttributes() {
    if (!this.isCollapsed) super.setAttributes()
    else {
      this.expandWidth = sizeOf(this.properties.width, this.expandWidth)
      this.expandHeight = sizeOf(this.properties.height, this.expandHeight)
      this.setTextPosition()
    }
  }

  override getNodeStyle() {
    const style = nodeStyle(this)
    return this.isCollapsed ? style : { ...style, fill: '#f7f9fc', strokeDasharray: '6,3' }
  }

  override getOuterGAttributes() {
    return naming(this)
  }

  override getConnectedTargetRules() {
    return added(super.getConnectedTargetRules(), targetRules(this))
  }

  /** Other groups have none to see; these are pulled from like those of any node. */
  override getAnchorStyle(anchor?: Fastening) {
    return anchorStyle(RectNodeModel.prototype.getAnchorStyle.call(this, anchor), this, anchor)
  }

  /** The children go along even where the folded group is too small to hold them. */
  override getMoveDistance(deltaX: number, deltaY: number, isIgnoreRule = false): [number, number] {
    const moved = RectNodeModel.prototype.getMoveDistance.call(this, deltaX, deltaY, isIgnoreRule)
    this.graphModel.moveNodes([...this.children], moved[0], moved[1], true)
    return moved
  }

  /** With the centre and size it has unfolded: folding starts from there at the next loading. */
  override getData() {
    const data = super.getData()
    const { isCollapsed, expandWidth, expandHeight } = this
    const parent = this.graphModel.dynamicGroup?.getGroupByNodeId(this.id)
    // Inside a folded group everything is folded; kept is how it was before.
    const own = parent?.isCollapsed ? parent.childrenLastCollapseStateDict.get(this.id) : isCollapsed
    const properties = { ...data.properties, isCollapsed: own === true }
    if (!isCollapsed) return { ...data, properties }
    return {
      ...data,
      x: data.x + (expandWidth - FOLDED) / 2,
      y: data.y + (expandHeight - FOLDED) / 2,
      properties: { ...properties, width: expandWidth, height: expandHeight },
    }
  }

  override createVirtualEdge(edgeConfig: LogicFlow.EdgeConfig, realEdgeId: string) {
    const edge = super.createVirtualEdge(
      { ...edgeConfig, properties: { state: edgeConfig.properties?.state } },
      realEdgeId,
    )
    realEdges.set(edge, realEdgeId)
    return edge
  }
}

class GroupView extends DynamicGroupNode {
  // Folding when it is first seen would come twice, or never for a group out of view.
  override graphRendered = () => undefined

  override getText() {
    const { model } = this.props
    const { value } = model.text
    if (model.isCollapsed) {
      return h('g', {}, [
        icon('subProcess', model.x + 3, model.y + 8, 24),
        label(value, { x: model.x, y: model.y + FOLDED / 2 + 2, width: 110, most: 2, below: true }),
        this.getOperateIcon(),
      ])
    }
    const [title = ''] = linesOf(value, model.width - 80, 1)
    return h('g', {}, [
      label(title, { x: model.x, y: model.y - model.height / 2 + TITLE / 2, width: model.width, most: 1 }),
      this.getOperateIcon(),
    ])
  }
}

export const GROUP: LogicFlow.RegisterConfig = {
  type: `${TYPE_PREFIX}subProcess`,
  model: GroupModel,
  view: GroupView,
}

/** Whether a node lies wholly within an unfolded group. */
export function holds(group: GroupModel, node: BaseNodeModel | undefined): boolean {
  if (!node || group.isCollapsed) return false
  const [outer, inner] = [group.getBounds(), node.getBounds()]
  return (
    inner.minX >= outer.minX &&
    inner.maxX <= outer.maxX &&
    inner.minY >= outer.minY &&
    inner.maxY <= outer.maxY
  )
}
