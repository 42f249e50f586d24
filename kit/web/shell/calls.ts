import type { ComponentType } from 'react'
import type { Person } from '../session.ts'
import type { SocialPlace } from './social.ts'

/** What the person typed at the login. Platform §2.1. */
interface LoginInput {
  account: string
  pwd: string
  key: string
  code: string
  /** of the social platform: its account is bound to whom the password signs in */
  wxCode: string
}

/** What a login answers. Platform §2.1. */
export interface LoginAnswer {
  token: string
  id: number
  realName: string
  isAgent: number
  pwdExpired: number
  /** something to tell that did not stop the login */
  hint: string
  /** not '': no session yet, a dynamic password is asked for */
  ticket: string
  /** what the person's authenticator application reads, when they have no dynamic password yet but must */
  totpSetup: { secret: string; uri: string } | null
  /** shown once, after it was set up */
  recoveryCodes: string[]
}

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

/** The calls the shell lives on. The kit knows no room, so the product hands them in. */
export interface ShellCalls {
  login(input: LoginInput): Promise<LoginAnswer>
  /** the second step of a login: a code of the authenticator application, or a recovery code */
  totp(ticket: string, code: string): Promise<LoginAnswer>
  /** signs in with the code of the social platform, and binds its account to the person who is signed in */
  socialLogin(code: string, state: string): Promise<LoginAnswer>
  socialBind(code: string): Promise<unknown>
  /** where a person of this page authorises */
  socialPlace(url: string): Promise<SocialPlace>
  captcha(): Promise<{ key: string; code: string }>
  person(token: string): Promise<Person>
  menus(): Promise<MenuItem[]>
  logout(): Promise<unknown>
  /** a configuration value every signed-in person may read; '' when there is none */
  config(key: string): Promise<string>
}

/** Parts of the shell that rooms bring. */
export interface ShellSlots {
  /** in the top bar: what waits for the person, running file tasks, messages */
  bell?: ComponentType
  /** in the menu, beside a page or a directory of pages: what waits there for the person's decision */
  waiting?: ComponentType<{ pages: readonly string[] }>
  /** on the home page, below the menus, by name */
  home?: Readonly<Record<string, ComponentType>>
}
