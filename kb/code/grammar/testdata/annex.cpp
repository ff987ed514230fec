#if LEVEL > 2
int high(int n);
#elif LEVEL
int low(int n);
#endif

namespace town {

/// Opens what a hall has.
template <typename T>
int open(T& hall) {
    Room room(key(), hall);
    Room spare(key());
    return room.size() + spare.size();
}

}
