/** Addresses of the screens; the first three are specified. Workflow §4. */
export const TODO_PAGE = '/myToTransact/allToTransactindex'
export const DONE_PAGE = '/myToTransact/accomplishToTransactindex'
export const FLOW_PAGE = '/myToTransact/snakerFlow'
export const DESIGN_PAGE = '/myToTransact/snakerFlow/design'
export const TASK_PAGE = '/myToTransact/task'
export const MONITOR_PAGE = '/myToTransact/monitor'
export const PRINT_PAGE = '/myToTransact/print'
