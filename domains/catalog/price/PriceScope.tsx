import type { InputProps } from '#kit/web/fieldUi.ts'
import { ScopeInput } from '../ScopeInput.tsx'
import { SCOPE_REFS } from './priceNotice.entity.ts'

/** The objects a price holds for, of whatever kind the form says: sales channels, sold-to parties, org levels. */
export default function PriceScope(props: InputProps) {
  return <ScopeInput {...props} entities={SCOPE_REFS} />
}
