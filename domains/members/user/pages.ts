import type { Page } from '#kit/shared/pages.ts'

export const userPages: readonly Page[] = []
