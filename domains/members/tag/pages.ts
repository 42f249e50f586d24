import type { Page } from '#kit/shared/pages.ts'

export const userTagPages: readonly Page[] = []

export const tagPages: readonly Page[] = []
