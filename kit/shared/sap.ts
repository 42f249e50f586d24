/** How far the copy of a record in SAP has come. Frame §8. */
export const SAP_SYNC = [
  { value: 0, label: '待同步', color: 'default' },
  { value: 1, label: '同步成功', color: 'success' },
  { value: 2, label: '同步失败', color: 'error' },
] as const
