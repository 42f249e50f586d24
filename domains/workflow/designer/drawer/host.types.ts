import type { HandlerChoice } from '../../model/types.ts'

export interface NamedChoice {
  value: string
  label: string
}

/** Opens a picker; its tokens (`user:3`) with what they are called, or null when the person gave up. */
export type ActorPicker = () => Promise<readonly NamedChoice[] | null>

/** How participants are chosen; a missing kind is not offered. */
export interface ActorPickers {
  user?: ActorPicker
  role?: ActorPicker
  dept?: ActorPicker
  post?: ActorPicker
}

/** What the page around the designer knows, for the inputs of the drawer. Workflow §2.1. */
export interface DrawerHost {
  /** registered names; without them nothing is warned about */
  handlers?: readonly HandlerChoice[]
  /** keys offered for extension attributes, in place of the usual ones */
  extensionAttributes?: readonly string[]
  actors?: ActorPickers
  /** forms and pages a task may show */
  forms?: readonly NamedChoice[]
  /** deployed processes a sub-process may call */
  processes?: readonly NamedChoice[]
  /** fields of the form of the process; a task says who may read or edit them */
  formFields?: readonly NamedChoice[]
  /** runs before the drawer goes; it stays until `done` is called */
  beforeClose?(done: () => void): void
}
