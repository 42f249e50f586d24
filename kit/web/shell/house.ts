import { type ComponentType, useSyncExternalStore } from 'react'
import { trust } from '#kit/shared/loose.ts'
import { placeOf, type Route, routesOf } from '#kit/shared/pages.ts'
import { arrives } from '../arrives.ts'
import { CallError } from '../request.ts'
import type { RoomWeb } from '../room.ts'
import { currentSession, onPermissionChange, onSessionEnd, setPerson } from '../session.ts'
import { roomPlaces } from '../start.ts'
import type { MenuItem, ShellCalls, ShellSlots } from './calls.ts'

/** What the product hands to the shell. */
export interface House {
  calls: ShellCalls
  /** asked for with the first page behind the login, which does not wait for them */
  rooms(): Promise<readonly RoomWeb[]>
  slots: ShellSlots
  /** names under which rooms keep in the browser what belongs to a person */
  stored: readonly string[]
}

/** What the shell knows of the site and of the person's menu. */
export interface Known {
  siteName: string
  /** beside the open sidebar, and on the closed one; '' shows the name of the site */
  logo: string
  smallLogo: string
  /** who looks is written over the pages */
  watermark: boolean
  menus: readonly MenuItem[] | null
}

let house: House | null = null
let rooms: Promise<readonly RoomWeb[]> | undefined
/** the pages of the rooms that were opened */
const opened = new Map<RoomWeb, Promise<void>>()
let routes: readonly Route[] = []
const badges = new Map<string, ComponentType>()
let known: Known = { siteName: '通商', logo: '', smallLogo: '', watermark: false, menus: null }
const listeners = new Set<() => void>()

function learn(more: Partial<Known>): void {
  known = { ...known, ...more }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes what the product hands in; once, before the first page. */
export function declareHouse(by: House): void {
  house = by
  onSessionEnd(() => {
    learn({ menus: null })
    forgetStored()
  })
  onPermissionChange(
    () =>
      void load().catch((error: unknown) => {
        // That the session is over has been told by the request.
        if (!(error instanceof CallError && error.code === 401)) console.error(error)
      }),
  )
}

/** What the browser keeps of a person: tabs, dictionaries, and what rooms keep. Platform §2.5, §4.5. */
function forgetStored(): void {
  const { stored } = theHouse()
  for (const storage of [localStorage, sessionStorage]) for (const key of stored) storage.removeItem(key)
  for (const key of Object.keys(sessionStorage))
    if (/^(?:tabs|dict):/.test(key)) sessionStorage.removeItem(key)
}

export function theHouse(): House {
  if (!house) throw new Error('declareHouse has not been called')
  return house
}

/**
 * Loads the rooms, which register themselves, and the pages of those that have the addresses; a failure is thrown and
 * tried anew the next time.
 */
export async function openRooms(...pathnames: readonly string[]): Promise<void> {
  rooms ??= loadRooms().catch((error: unknown) => {
    rooms = undefined
    throw error
  })
  const places = new Set(pathnames.map(placeOf))
  const wanted = (await rooms).filter(({ name }) => {
    const own = roomPlaces()
    return own === null || own[name]?.some((place) => places.has(place))
  })
  await Promise.all(wanted.map(openPages))
}

/** Loads the pages of all rooms: what the person may begin is known only then. */
export async function openEveryRoom(): Promise<void> {
  await openRooms()
  await Promise.all(((await rooms) ?? []).map(openPages))
}

async function loadRooms(): Promise<readonly RoomWeb[]> {
  const loaded = await arrives(theHouse().rooms)
  for (const room of loaded) {
    room.register?.()
    for (const [path, Badge] of Object.entries(room.badges ?? {})) badges.set(path, Badge)
  }
  return loaded
}

function openPages(room: RoomWeb): Promise<void> {
  const loading =
    opened.get(room) ??
    loadPages(room).catch((error: unknown) => {
      opened.delete(room)
      throw error
    })
  opened.set(room, loading)
  return loading
}

async function loadPages({ pages }: RoomWeb): Promise<void> {
  if (pages === undefined) return
  const loaded = routesOf((await arrives(pages)).default)
  // After the wait: rooms that share a place load beside each other.
  routes = [...routes, ...loaded]
}

/** The pages of the rooms that were opened. */
export function roomRoutes(): readonly Route[] {
  return routes
}

/** What waits behind a page, to stand beside its entry of the menu. Platform §4.1. */
export function badgeOf(path: string): ComponentType | undefined {
  return badges.get(path)
}

/** What the shell knows now. */
export function knowledge(): Known {
  return known
}

export function useKnown(): Known {
  return useSyncExternalStore(subscribe, knowledge)
}

/** Name of the site, for titles; asked once and never in anybody's way. */
export async function learnSite(): Promise<void> {
  const siteName = await theHouse().calls.siteName()
  if (siteName !== '') learn({ siteName })
}

/**
 * Loads the person, their menu and the logos, unless they are there already. Platform §2.5; the error texts are the
 * specification's.
 */
export async function enter(): Promise<void> {
  if (currentSession().person && known.menus) return
  await load()
  if (known.logo === '') void learnLooks()
}

async function load(): Promise<void> {
  const { calls } = theHouse()
  const askedPerson = calls.person(currentSession().token)
  const menus = calls.menus()
  // What became of the person is told before.
  menus.catch(() => undefined)
  const person = trust<Awaited<ReturnType<ShellCalls['person']>> | null>(await askedPerson)
  if (!person) throw new Error('Verification failed, please Login again.')
  if (!Array.isArray(person.roles) || person.roles.length === 0)
    throw new Error('getInfo: roles must be a non-null array!')
  learn({ menus: await menus })
  setPerson(person)
}

const ask = (key: string) =>
  theHouse()
    .calls.config(key)
    .catch(() => '')

async function learnLooks(): Promise<void> {
  const keys = ['site_logo_lefttop', 'site_logo_square', 'watermark']
  const [logo = '', smallLogo = '', watermark] = await Promise.all(keys.map(ask))
  learn({ logo, smallLogo, watermark: watermark === '1' })
}

/** Asks anew how the site is called and looks, after it was changed: the shell shows it at once. Platform §7.2. */
export async function relearnSite(): Promise<void> {
  const [siteName] = await Promise.all([ask('site_name'), learnLooks()])
  if (siteName !== '') learn({ siteName })
}
