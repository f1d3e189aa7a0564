/** Where a list's first two rows will stand. */
export function ListBones() {
  return (
    <div className="grid gap-4 pt-2" aria-hidden="true">
      <i className="bone w-3/4" />
      <i className="bone w-1/2" />
    </div>
  );
}
