import { NO_LOT } from '../stock/lotNo.ts'

/** Figures of one material, in thousandths. */
export interface Figures {
  labst: number
  umlme: number
  insme: number
  speme: number
}

export const KINDS = ['labst', 'umlme', 'insme', 'speme'] as const
const NONE: Figures = { labst: 0, umlme: 0, insme: 0, speme: 0 }

/** What differs between SAP and us: the sum over the four kinds of stock. Warehouse §10. */
export const differenceOf = (sap: Figures, own: Figures): number =>
  KINDS.reduce((sum, kind) => sum + Math.abs(sap[kind] - own[kind]), 0)

/** What a material comes to in total. */
export const totalOf = (figures: Figures): number => KINDS.reduce((sum, kind) => sum + figures[kind], 0)

const sumOf = (list: readonly Figures[]): Figures =>
  list.reduce(
    (sum, one) => ({
      labst: sum.labst + one.labst,
      umlme: sum.umlme + one.umlme,
      insme: sum.insme + one.insme,
      speme: sum.speme + one.speme,
    }),
    NONE,
  )

export interface SapLot extends Figures {
  charg: string
}
export interface OwnLot extends Figures {
  lotNo: string
}

/** What no lot of SAP's names, over the lines that found none of ours: each as much as it says, the last what remains. */
function spread<S extends SapLot>(lines: readonly S[], loose: Figures): Map<S, Figures> {
  const left = { ...loose }
  return new Map(
    lines.map((line, at) => {
      const own = { ...NONE }
      for (const kind of KINDS) {
        own[kind] = at === lines.length - 1 ? left[kind] : Math.min(Math.max(line[kind], 0), left[kind])
        left[kind] -= own[kind]
      }
      return [line, own]
    }),
  )
}

/**
 * Ours beside each line that SAP tells of one material: lot by lot where both have it. A line without a lot stands for all lots that no
 * other names; where we keep no lots, ours is spread over the lots of SAP. `left`: lots of ours that SAP does not tell. Warehouse §5.1.
 */
export function pairLots<S extends SapLot, O extends OwnLot>(
  lines: readonly S[],
  own: readonly O[],
): { pairs: { line: S; own: Figures }[]; left: O[] } {
  const same = (line: S, one: O): boolean => line.charg.toLowerCase() === one.lotNo.toLowerCase()
  const rest = own.filter((one) => !lines.some((line) => same(line, one)))
  const open = lines.filter((line) => !own.some((one) => same(line, one)))
  const whole = open.find((line) => line.charg === '')
  const loose = rest.filter((one) => one.lotNo === NO_LOT)
  const more =
    whole !== undefined
      ? new Map([[whole, sumOf(rest)]])
      : open.length > 0
        ? spread(open, sumOf(loose))
        : new Map<S, Figures>()
  const left = (
    whole !== undefined ? [] : open.length > 0 ? rest.filter((one) => !loose.includes(one)) : rest
  ).filter((one) => KINDS.some((kind) => one[kind] !== 0))
  return {
    pairs: lines.map((line) => ({
      line,
      own: sumOf([...own.filter((one) => same(line, one)), more.get(line) ?? NONE]),
    })),
    left,
  }
}
