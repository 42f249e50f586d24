import { trust } from '#kit/shared/loose.ts'

const keyOf = (adminId: number) => `visits:${adminId}`

/** How often a person opened each page in this browser: what the home page calls 常用. */
export function visitsOf(adminId: number): Record<string, number> {
  try {
    return trust<Record<string, number>>(JSON.parse(localStorage.getItem(keyOf(adminId)) ?? '{}'))
  } catch {
    return {}
  }
}

export function countVisit(adminId: number, pathname: string): void {
  const visits = visitsOf(adminId)
  visits[pathname] = (visits[pathname] ?? 0) + 1
  localStorage.setItem(keyOf(adminId), JSON.stringify(visits))
}
