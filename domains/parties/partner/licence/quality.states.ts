import { documentStates } from '#kit/shared/document.ts'

export const qualityStates = documentStates('admin:system:org:quality')
