/**
 * Processor time of this thread in ms: what others take from it on a busy machine is not counted. Some kernels count it in
 * steps of several ms, so what is short is done many times: meanOwnTime.
 */
export function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What one of so many rounds takes on average, in ms of this thread's own time. */
export function meanOwnTime(rounds: number, work: () => unknown): number {
  const begun = ownTime()
  for (let round = 0; round < rounds; round++) work()
  return (ownTime() - begun) / rounds
}
