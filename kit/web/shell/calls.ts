import type { ComponentType } from 'react'
import type { Entity } from '#kit/shared/entity.ts'
import type { Person } from '../session.ts'

/** A node of the menu as getMenus answers it: M directory, C page. Platform §2.1. */
export interface MenuItem {
  id: number
  pid: number
  name: string
  icon: string
  /** route of this application or an http(s) address; '' for a directory */
  component: string
  menuType: string
  routeName: string
  noCache: number
  affix: number
  activeMenu: string
  isShow: number
  childList: MenuItem[]
}

/** Records of one kind that a search found. Screens §7. */
export interface FoundGroup {
  type: string
  label: string
  records: readonly { id: number; name: string; code: string; picture: string; page: string }[]
}

/** The calls the shell lives on. The kit knows no room, so the product hands them in. */
export interface ShellCalls {
  person(token: string): Promise<Person>
  menus(): Promise<MenuItem[]>
  logout(): Promise<unknown>
  /** a configuration value every signed-in person may read; '' when there is none */
  config(key: string): Promise<string>
  /** the records that hold these words, by kind */
  search(keywords: string): Promise<readonly FoundGroup[]>
  /** what the site is called, also for those who are not signed in; '' when nobody said */
  siteName(): Promise<string>
}

/** What a time line is of. */
export interface LineProps {
  of: Entity
  id: number
  /** when the record was read last; changes follow each other on the line at once */
  readAt: number
}

/** What a person set on a list: filters and order, which stand in its address, and columns. */
export interface ListLook {
  filters: Record<string, string>
  sortBy: string
  sortOrder: 'asc' | 'desc'
  columns: { order: string[]; hidden: string[] }
}

/** The list whose looks are kept under names. */
export interface ViewsProps {
  /** by the path of its call, or by a name of its own */
  screen: string
  now: ListLook
  onChoose(look: ListLook): void
}

/** Documents of one kind that wait for the person's decision, and the page where it is made. */
export interface WaitingAt {
  page: string
  label: string
  count: number
}

export interface WaitingProps {
  /** with all that waits, whenever it changes */
  onTell(waiting: readonly WaitingAt[]): void
}

/** Parts of the shell that rooms bring. */
export interface ShellSlots {
  /** in the top bar: what waits for the person, running file tasks, messages */
  bell?: ComponentType
  /** the login over a page whose session is over; tells whether the person signed in */
  signIn?: ComponentType<{ onDone(signedIn: boolean): void }>
  /** shows nothing: tells the menu what waits for the person's decision */
  waiting?: ComponentType<WaitingProps>
  /** on the page of a record, beside what it says: what was done with it, and notes of colleagues */
  line?: ComponentType<LineProps>
  /** the address of a record's page by the name of its entity; '' where there is none for the person */
  recordPage?(type: string, id: number): Promise<string>
  /** above a list: what its person set, kept under names */
  views?: ComponentType<ViewsProps>
  /** the cards of the home page, in their usual order */
  home?: readonly HomePart[]
}

/** A card of the home page; it shows nothing where it has nothing to tell. Screens §6. */
export interface HomePart {
  key: string
  title: string
  part: ComponentType
}
