//! Ids that are checked: an index into a table, and the generation of what is stored there.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Holds values under ids that are never confused, even after their places are used again.
pub(crate) struct Table<T> {
    slots: Mutex<Slots<T>>,
}

struct Slots<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
}

struct Slot<T> {
    generation: u32,
    value: Option<Arc<T>>,
}

impl<T> Table<T> {
    pub(crate) const fn new() -> Self {
        Self { slots: Mutex::new(Slots { slots: Vec::new(), free: Vec::new() }) }
    }

    /// Stores what `make` builds from its id-to-be.
    pub(crate) fn insert_with(&self, make: impl FnOnce(u64) -> Arc<T>) -> (u64, Arc<T>) {
        let mut table = self.lock();
        let index = table.free.pop().unwrap_or_else(|| {
            table.slots.push(Slot { generation: 0, value: None });
            u32::try_from(table.slots.len() - 1).unwrap_or(u32::MAX)
        });
        let slot = &mut table.slots[index as usize];
        // Generations start at 1, so that 0 is never an id.
        slot.generation = slot.generation.wrapping_add(1).max(1);
        let id = (u64::from(slot.generation) << 32) | u64::from(index);
        let value = make(id);
        slot.value = Some(Arc::clone(&value));
        (id, value)
    }

    pub(crate) fn get(&self, id: u64) -> Option<Arc<T>> {
        let (index, generation) = split(id);
        let table = self.lock();
        table.slots.get(index).filter(|slot| slot.generation == generation)?.value.clone()
    }

    pub(crate) fn remove(&self, id: u64) -> Option<Arc<T>> {
        let (index, generation) = split(id);
        let mut table = self.lock();
        let value = table.slots.get_mut(index).filter(|slot| slot.generation == generation)?.value.take()?;
        table.free.push(u32::try_from(index).unwrap_or(u32::MAX));
        Some(value)
    }

    /// How many values are stored.
    pub(crate) fn len(&self) -> usize {
        let table = self.lock();
        table.slots.len() - table.free.len()
    }

    /// Everything that is stored.
    pub(crate) fn values(&self) -> Vec<Arc<T>> {
        self.lock().slots.iter().filter_map(|slot| slot.value.clone()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Slots<T>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn split(id: u64) -> (usize, u32) {
    let index = usize::try_from(id & u64::from(u32::MAX)).unwrap_or(usize::MAX);
    (index, u32::try_from(id >> 32).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(table: &Table<&'static str>, value: &'static str) -> u64 {
        table.insert_with(|_| Arc::new(value)).0
    }

    #[test]
    fn a_stale_id_finds_nothing_even_when_its_place_is_taken() {
        let table = Table::new();
        let first = insert(&table, "first");
        assert_eq!(table.remove(first).as_deref(), Some(&"first"));
        let second = insert(&table, "second");
        assert_ne!(first, second);
        assert_eq!(table.get(first), None);
        assert_eq!(table.remove(first), None);
        assert_eq!(table.get(second).as_deref(), Some(&"second"));
        assert_eq!(table.len(), 1);
    }

    #[test]
    fn foreign_ids_find_nothing() {
        let table = Table::new();
        insert(&table, "only");
        for id in [0, 1, u64::MAX, 1 << 32 | 7, u64::from(u32::MAX)] {
            assert_eq!(table.get(id), None, "{id}");
        }
    }
}
