/** How far the copy of a record in SAP has come. Frame §8. */
export const SAP_SYNC = [
  { value: 0, label: '待同步', means: 'runs' },
  { value: 1, label: '同步成功', means: 'done' },
  { value: 2, label: '同步失败', means: 'wrong' },
] as const
