import type { AuditStatus } from '#kit/shared/document.ts'

export type QualityStatus = 1 | 2 | 3 | 4

/** The four steps of a qualification file, by its audit state. Catalog D11. */
const STEP_OF: Readonly<Record<AuditStatus, QualityStatus>> = { [-1]: 1, 0: 2, 3: 2, 2: 3, 1: 4 }

export const qualityStep = (auditStatus: AuditStatus): QualityStatus => STEP_OF[auditStatus]

/** The audit states of one step, for filters. */
export function auditsOf(step: number): AuditStatus[] {
  const all: AuditStatus[] = [-1, 0, 1, 2, 3]
  return all.filter((one) => STEP_OF[one] === step)
}

/** The step a company stands at: one approved file is enough; without one the latest file tells. Catalog §6.4. */
export function companyStep(audits: readonly AuditStatus[]): QualityStatus {
  const latest = audits.at(-1)
  if (audits.includes(1)) return 4
  return latest === undefined ? 1 : qualityStep(latest)
}
