import { AppError } from '#kit/shared/errors.ts'

/** The codes and texts of workflow §3.1 and §5.3; the code word travels as `data.reason`. */
function refusal(code: number, reason: string, message: string, more: Record<string, string | number> = {}) {
  return new AppError(code, message, { reason, ...more })
}

export const taskNotFound = () => refusal(404, 'TASK_NOT_FOUND', '任务不存在')
export const instanceNotFound = () => refusal(404, 'INSTANCE_NOT_FOUND', '流程实例不存在')
export const processNotFound = () => refusal(404, 'PROCESS_NOT_FOUND', '流程未部署')

export const taskClosed = () => refusal(409, 'TASK_CLOSED', '任务已被处理')
export const taskClaimed = (name: string) => refusal(409, 'TASK_CLAIMED', `任务已被「${name}」签收`)
export const orderClosed = () => refusal(409, 'ORDER_CLOSED', '流程已结束')
export const bizInProgress = () => refusal(409, 'BIZ_IN_PROGRESS', '该单据正在审批中')

export const forbiddenTask = () => refusal(422, 'FORBIDDEN', '您无权处理该任务')
export const forbiddenInstance = () => refusal(422, 'FORBIDDEN', '您无权处理该流程')
export const processDisabled = () => refusal(409, 'PROCESS_DISABLED', '流程已停用')
export const subNotFound = (name: string) => refusal(422, 'SUB_NOT_FOUND', `子流程「${name}」未部署或已停用`)
export const subTooDeep = () => refusal(422, 'SUB_DEPTH', '子流程嵌套不能超过 10 层')
export const invalidModel = () => refusal(422, 'INVALID_MODEL', '流程定义校验未通过')
export const noActor = (name: string) => refusal(422, 'NO_ACTOR', `任务「${name}」没有找到参与者`)
export const noBranch = (name: string) => refusal(422, 'NO_BRANCH', `决策节点「${name}」没有符合条件的分支`)
export const noWay = (name: string) => refusal(422, 'NO_BRANCH', `节点「${name}」没有符合条件的分支`)
export const exprError = (node: string, detail: string) =>
  refusal(422, 'EXPR_ERROR', '表达式执行失败', { node, detail })
export const handlerMissing = (name: string) => refusal(422, 'HANDLER_MISSING', `处理器「${name}」未注册`)
export const handlerFailed = (name: string) => refusal(422, 'HANDLER_FAILED', `自动节点「${name}」执行失败`)
export const looping = () => refusal(422, 'LOOP', '流程在一次操作中循环过多，已撤销本次操作')
export const returnNotAllowed = () => refusal(422, 'RETURN_NOT_ALLOWED', '当前任务不能退回')
export const returnAcross = () => refusal(422, 'RETURN_NOT_ALLOWED', '上一步跨越了并行分支或子流程，不能退回')
export const resubmitNotAllowed = () => refusal(422, 'RESUBMIT_NOT_ALLOWED', '当前任务不是被退回的任务')
export const directNotAllowed = () =>
  refusal(422, 'RESUBMIT_NOT_ALLOWED', '退回时存在并行任务，只能逐级重新审批')
export const jumpNotAllowed = () => refusal(422, 'JUMP_NOT_ALLOWED', '存在并行任务，不能跳转')
export const nodeNotFound = (id: string) => refusal(422, 'NODE_NOT_FOUND', `节点「${id}」不存在`)
export const withdrawNotAllowed = () => refusal(422, 'WITHDRAW_NOT_ALLOWED', '后续任务已处理，不能撤回')
export const actionNotAllowed = (message: string) => refusal(422, 'ACTION_NOT_ALLOWED', message)
export const choiceNotAllowed = (name: string) =>
  refusal(422, 'CHOICE_NOT_ALLOWED', `所选人员不在节点「${name}」的可选范围内`)
export const personNotFound = () => refusal(422, 'PERSON_NOT_FOUND', '所选人员不存在或已停用')

export const urgedLately = () => refusal(429, 'URGED_LATELY', '10 分钟内已催办过，请稍后再试')
