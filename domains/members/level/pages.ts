import type { Page } from '#kit/shared/pages.ts'

export const levelPages: readonly Page[] = []

export const memberPages: readonly Page[] = []
