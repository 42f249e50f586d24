/** What pages and tasks tell of an evaluation. */
export const SECTIONS = [
  { title: '评定', fields: ['evaluationNo', 'month', 'companyId', 'channelId', 'amount'] },
  { title: '结果', fields: ['score', 'star', 'beforeLevelId', 'suggestLevelId'] },
  { title: '人工', fields: ['manualScore', 'adjust', 'adjustReason', 'remark'] },
  { title: '得分明细', fields: ['scores'] },
]
