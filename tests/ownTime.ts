/** Processor time of this thread in ms: what others take from it on a busy machine is not counted. */
export function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
