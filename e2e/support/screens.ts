// The addresses of all pages that rooms declare, for tests made from them.

import type { PagePaths } from '../../scripts/page-paths.ts'
import { left } from './env.ts'

export const { screens, recordScreens }: PagePaths = JSON.parse(left('pagePaths'))
