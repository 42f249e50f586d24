import { useState } from 'react'
import { Library } from './Library.tsx'
import type { Item } from './libraryActs.tsx'

/** 图片管理: the library as a page. Platform §9.2. */
export default function ImageManagement() {
  const [chosen, setChosen] = useState<readonly Item[]>([])
  return (
    <div className="k-list">
      <Library page chosen={chosen} onChoose={setChosen} />
    </div>
  )
}
