import type { Route } from '#kit/shared/pages.ts'
import { mayCall } from '../session.ts'
import { mayOpen } from './guard.ts'
import { openEveryRoom, roomRoutes } from './house.ts'
import { emptyForm, newName } from './paths.ts'

/** Something that a person may begin, and the address of its empty form. */
export interface NewThing {
  name: string
  url: string
}

const isBegun = (route: Route): boolean =>
  route.adds !== undefined && mayCall({ permission: route.adds }) && mayOpen(route, emptyForm(route.path))

/** Everything that the person may begin, of all rooms. Screens §7. */
export async function newThings(): Promise<NewThing[]> {
  await openEveryRoom()
  return roomRoutes()
    .filter(isBegun)
    .map(({ title, path }) => ({ name: newName(title), url: emptyForm(path) }))
}
