import type { World } from './ports.ts'

/**
 * What is wrong in a world between two commands; nothing, if the engine is right: each token waits for something that is
 * there, each open task that moves the flow has its token, what has ended waits for nothing. Workflow §3.4.
 */
export function audit({ instances, tokens, tasks, timers }: World): string[] {
  const faults: string[] = []
  const running = new Map(instances.filter(({ state }) => state === 'running').map((one) => [one.id, one]))
  const standing = new Map(tokens.map((token) => [token.id, token]))
  const open = tasks.filter(({ state }) => state === 'open')
  for (const { id, instanceId, node, waits } of tokens) {
    const name = `token ${id} on ${node}`
    if (!running.has(instanceId)) faults.push(`${name} is in an instance that does not run`)
    if (waits === 'task' && !open.some(({ tokenId }) => tokenId === id))
      faults.push(`${name} waits for no task`)
    const children = [...running.values()].filter(({ parentTokenId }) => parentTokenId === id)
    if (waits === 'child' && children.length !== 1)
      faults.push(`${name} waits for ${children.length} children`)
  }
  for (const { id, instanceId, tokenId, kind, node } of open) {
    const token = standing.get(tokenId ?? 0)
    if (!running.has(instanceId)) faults.push(`task ${id} is open in an instance that does not run`)
    if (kind === 'Aidant' ? tokenId !== null : token?.node !== node || token.waits !== 'task') {
      faults.push(`task ${id} on ${node} is not waited for`)
    }
  }
  for (const { id, state, tokenId } of tasks) {
    if (state === 'done' && !standing.has(tokenId ?? 0)) faults.push(`done task ${id} belongs to no token`)
  }
  for (const { id, parentId, parentTokenId } of running.values()) {
    if (!tokens.some(({ instanceId }) => instanceId === id)) faults.push(`instance ${id} runs without token`)
    if (parentId === null) continue
    const waiting = standing.get(parentTokenId ?? 0)
    if (waiting?.waits !== 'child' || waiting.instanceId !== parentId) {
      faults.push(`instance ${id} is waited for by nobody`)
    }
  }
  for (const { id, taskId, instanceId } of timers) {
    const due = taskId === null ? running.has(instanceId) : open.some((task) => task.id === taskId)
    if (!due) faults.push(`timer ${id} is for something that has ended`)
  }
  return faults
}
