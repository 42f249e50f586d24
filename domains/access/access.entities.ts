import { admin } from './admin/admin.entity.ts'
import { dept } from './dept/dept.entity.ts'
import { menu } from './menu/menu.entity.ts'
import { openApp } from './open/openApp.entity.ts'
import { role } from './role/role.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const accessEntities = [admin, role, menu, dept, openApp] as const
