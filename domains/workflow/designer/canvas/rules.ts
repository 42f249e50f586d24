import type { BaseNodeModel, Model } from '@logicflow/core'
import { CANVAS_TEXTS } from './texts.ts'

interface Groups {
  getGroupByNodeId(id: string): BaseNodeModel | undefined
}

/** What no way may do, wherever it ends. They stand at the target, whose refusal is the one that is shown. Workflow §2.1. */
export function targetRules(target: BaseNodeModel): Model.ConnectRule[] {
  const { graphModel } = target
  const groupOf = (node: BaseNodeModel) => {
    const groups: Groups | undefined = graphModel.dynamicGroup
    return groups?.getGroupByNodeId(node.id)?.id
  }
  return [
    { message: CANVAS_TEXTS.self, validate: (source, to) => source?.id !== to?.id },
    {
      message: CANVAS_TEXTS.twice,
      validate: (source, to, _from, _anchor, edgeId) =>
        !graphModel.edges.some(
          (edge) => edge.id !== edgeId && edge.sourceNodeId === source?.id && edge.targetNodeId === to?.id,
        ),
    },
    {
      message: CANVAS_TEXTS.crossing,
      validate: (source, to) => !source || !to || groupOf(source) === groupOf(to),
    },
  ]
}

export const START_TARGET: Model.ConnectRule = { message: CANVAS_TEXTS.startTarget, validate: () => false }
export const END_SOURCE: Model.ConnectRule = { message: CANVAS_TEXTS.endSource, validate: () => false }

/** The list of the library with more rules in it: the library asks for it once and then goes by the list it gave itself. */
export function added(list: Model.ConnectRule[], rules: readonly Model.ConnectRule[]): Model.ConnectRule[] {
  list.push(...rules)
  return list
}
