/** What pages and tasks tell of a plan. */
export const SECTIONS = [
  { title: '计划', fields: ['planNo', 'planName', 'targetType', 'targetNames', 'budget', 'remark', 'files'] },
  { title: '发放', fields: ['issueMode', 'startDate', 'endDate', 'issueDay', 'issueTime', 'objectNames'] },
  {
    title: '执行',
    fields: ['issuedPeriods', 'issuedCompanies', 'issuedAmount', 'stopReason'],
  },
]
