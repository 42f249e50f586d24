// The addresses of the screens that the menus name, for tests made from them.
import { rooms } from '../../app/domains.ts'
import { type MenuNode, menusOf } from '../../kit/shared/room.ts'

/** The room that alone is under test, if one is: npm test -- <room>. */
const only = process.env.TS_TEST_ROOM

const pathsOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [...(node.path === undefined ? [] : [node.path]), ...pathsOf(node.children ?? [])])

const paths = [
  ...new Set(
    rooms
      .filter((room) => only === undefined || room.facts.name === only)
      .flatMap((room) => pathsOf(menusOf(room.facts))),
  ),
]

/** Screens that open by their address alone. */
export const screens = [...new Set(paths.map((path) => path.replace(/\/:\w+\?/g, '')))].filter(
  (path) => path.startsWith('/') && !path.includes(':'),
)

/** Pages of one record. */
export const recordScreens = paths.filter((path) => path.includes(':'))
