import { useSyncExternalStore } from 'react'
import { readCookie, writeCookie } from '../session.ts'
import { type Density, densityOf } from '../theme.ts'

/** The eight settings of the drawer. Platform §4.5. */
export interface LayoutSettings {
  theme: string
  sideTheme: 'dark' | 'light'
  topNav: boolean
  tagsView: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
  dynamicTitle: boolean
  navIcon: boolean
}

export interface Layout {
  settings: LayoutSettings
  density: Density
  /** of the sidebar on a desktop */
  open: boolean
}

export const SWATCHES = [
  '#409EFF',
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const

const STORED = 'layout-setting'
const initial: LayoutSettings = {
  theme: SWATCHES[0],
  sideTheme: 'dark',
  topNav: false,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  dynamicTitle: true,
  navIcon: true,
}

let layout: Layout = {
  settings: storedSettings(),
  density: densityOf(readCookie('size')),
  open: readCookie('sidebarStatus') !== '0',
}
const listeners = new Set<() => void>()

function become(next: Layout): void {
  layout = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The layout of a component; it renders again when the layout changes. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => layout)
}

/** Changes settings at once, without keeping them. */
export function changeSettings(settings: Partial<LayoutSettings>): void {
  become({ ...layout, settings: { ...layout.settings, ...settings } })
}

/** Keeps the settings in this browser. */
export function saveSettings(): void {
  localStorage.setItem(STORED, JSON.stringify(layout.settings))
}

/** Forgets what was kept; the page is to be loaded again afterwards. */
export function forgetSettings(): void {
  localStorage.removeItem(STORED)
}

/** The other windows of this browser, which follow when the density is changed in one. */
const windows = new BroadcastChannel('density')
windows.onmessage = ({ data }) => become({ ...layout, density: densityOf(String(data)) })

export function setDensity(density: Density): void {
  writeCookie('size', density)
  become({ ...layout, density })
  windows.postMessage(density)
}

/** Opens or closes the sidebar of a desktop. */
export function setOpen(open: boolean): void {
  writeCookie('sidebarStatus', open ? '1' : '0')
  become({ ...layout, open })
}

function storedSettings(): LayoutSettings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
    return typeof stored === 'object' && stored !== null ? readSettings(stored) : initial
  } catch {
    return initial
  }
}

/** Takes over of a stored object what has the right type. */
function readSettings(stored: object): LayoutSettings {
  const given = new Map<string, unknown>(Object.entries(stored))
  const flag = (name: 'topNav' | 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'dynamicTitle' | 'navIcon') => {
    const value = given.get(name)
    return typeof value === 'boolean' ? value : initial[name]
  }
  const theme = given.get('theme')
  return {
    theme: typeof theme === 'string' && /^#[0-9a-f]{6}$/i.test(theme) ? theme : initial.theme,
    sideTheme: given.get('sideTheme') === 'light' ? 'light' : 'dark',
    topNav: flag('topNav'),
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    dynamicTitle: flag('dynamicTitle'),
    navIcon: flag('navIcon'),
  }
}
