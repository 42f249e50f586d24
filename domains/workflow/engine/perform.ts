import type { Command, Outcome } from './commands.ts'
import type { Ports } from './ports.ts'

/**
 * Carries out one command on one root instance: loads what can still change, checks, changes, settles, saves once.
 * Whatever is thrown leaves the store as it was. Workflow §3.4–3.10.
 */
export declare function perform(ports: Ports, command: Command): Promise<Outcome>
