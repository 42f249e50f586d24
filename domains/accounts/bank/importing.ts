/** 导入银行流水, as the file centre offers it. Orders §9. */
export const BANK_LINES = {
  bizType: 'bankLine',
  title: '银行流水',
  permission: 'admin:icbc:vacct:log:import',
} as const
