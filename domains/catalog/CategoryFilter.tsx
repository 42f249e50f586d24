import { Select } from 'antd'
import { lazy, Suspense, startTransition, useState } from 'react'
import type { FilterProps } from '#kit/web/fieldUi.ts'

const load = () => import('./CategoryFilterTree.tsx')
const Tree = lazy(load)
const warm = () => void load().catch(() => undefined)

/**
 * A category above a list; the list finds what lies below it as well. Most who look at a list choose none: the tree and
 * what stands in it are asked for when the filter is touched, and until they are there it stands as it did.
 */
export function CategoryFilter({ value, onChange, id }: Omit<FilterProps, 'field'>) {
  const [touched, setTouched] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <Suspense>
      {touched || value !== '' ? (
        <Tree
          value={value}
          onChange={onChange}
          {...(id === undefined ? {} : { id })}
          autoFocus={touched}
          defaultOpen={open}
        />
      ) : (
        <Select
          {...(id === undefined ? { 'aria-label': '商品分类' } : { id })}
          className="k-fill"
          placeholder="全部分类"
          showSearch
          open={false}
          onMouseEnter={warm}
          onFocus={() => startTransition(() => setTouched(true))}
          onOpenChange={() => startTransition(() => setOpen(true))}
        />
      )}
    </Suspense>
  )
}
