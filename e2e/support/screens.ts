// The addresses of all pages that rooms declare, for tests made from them.
import { left } from './env.ts'
import type { PagePaths } from './pagePaths.ts'

export const { screens, recordScreens }: PagePaths = JSON.parse(left('pagePaths'))
