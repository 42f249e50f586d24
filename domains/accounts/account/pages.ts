import type { Page } from '#kit/shared/pages.ts'

/** Accounts, their documents and their daily batches. Orders §1. */
export const accountPages: readonly Page[] = []
