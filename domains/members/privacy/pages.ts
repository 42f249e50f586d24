import type { Page } from '#kit/shared/pages.ts'

export const privacyPages: readonly Page[] = []
